#!/bin/sh -eu
# Writes what users keep into NAME.zip, with the programs in PATH: a record of each game, a signed tournament to which a team was
# added late, a comparison, a ladder, and the folder of a course. What their tables say is beside them. Each release adds a NAME.zip.
#
#   sh write.sh v0.1.0
into=$PWD/$1.zip
cd "$(mktemp -d)"
sarena play simple random --seed 7 --quiet --record sarena.jsonl
tron play fill random --seed 7 --quiet --record tron.jsonl
amazons play greedy random --seed 7 --quiet --record amazons.jsonl
pelita play champion:level=1 random --rounds 20 --seed 7 --quiet --record pelita.jsonl
reantics play rush random --seed 7 --quiet --record reantics.jsonl

echo 'a secret of the instructor' >key
sarena tournament run random simple again=random --pairs 2 --seed 7 --dir cup --key key
sarena tournament add cup late=simple --key key
sarena tournament standings cup --key key --csv >cup.csv
sarena compare random simple --seed 7 --elo1 400 --dir compare
mkdir ladder
printf 'one=random\ntwo=simple\n' >ladder/bots.txt
sarena ladder ladder --seed 7 --games 4
sarena ladder ladder --standings --csv >ladder.csv

league host --game sarena --bot champion --dir course --games "$(dirname "$(command -v sarena)")" \
	--web 127.0.0.1:0 --listen 127.0.0.1:0 --jail off >/dev/null 2>&1 &
while [ ! -e course/keys/host.json ]; do kill -0 $!; sleep 1; done
link=$(league teams --dir course alice | sed -n 's/^alice,\([^,]*\),.*/\1/p')
at=${link%team#*}
sarena new-bot python bot
league submit "$link" bot
while [ "$(find course/leagues -path '*/games/*' -size +0 | wc -l)" -lt 6 ]; do kill -0 $!; sleep 0.1; done
curl -fs -X POST -H "Authorization: Bearer $(sed 's/.*"token":"\([^"]*\)".*/\1/' course/keys/host.json)" \
	-d '{"paused":true,"deadline":"2030-01-31T12:00"}' "${at}api/course" >/dev/null
curl -fs "${at}api/standings.csv" >course.csv
kill $!
wait $! || true
rm -r bot
python3 -m zipfile -c "$into" *
