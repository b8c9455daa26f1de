package maze_test

// hashes are facts of the corpus: SHA-256 of files of the original.
var hashes = map[string]string{
	"big_000":              "cfd82f037a9fc32f2b5d48620dd1f849084dcd79c97a20c6a09eecd8f2ddd8e8",
	"dead_ends_big_000":    "d19acb51f854e407ea6a7c646b94da923ebc4662bb446fd3cf840259cc2971fc",
	"dead_ends_normal_100": "2a359e31b04cff55c4767348064255693f0161ad235ed33e19e1e46967dac24b",
	"dead_ends_normal_400": "989da8a2cb89b301a61767d568e887b863bf203b1910c0d30b454645c107a292",
	"dead_ends_normal_700": "290b0f99caa2a767f566436fadad46c9feb43d6932a2a554493e05eb9c06a7d0",
	"dead_ends_small_000":  "afd853e899ad2653233e71947df86c03326b800557c91d120b1f4af54e0cf0ce",
	"normal_000":           "cc397054b8cc7db46e4ff15927ffa3f385f684bee72025c93de53f257d81d7d9",
	"normal_200":           "b5b98b8148a6215213b658ceade57918ee2dee1d98e45bce5b776736815a6b5a",
	"normal_500":           "7ebba26ec2dfb0bf42d768a8bb9933aa9384e6112dbfcc90cbbe53fcbf533187",
	"normal_512":           "654349bd77022884b9242e717a476b853c2cd7b6fe5697f51a5bbb64f9eac72f",
	"normal_800":           "84277526433cbf900f0b36a3de17a95edac63c3f6a8ca404626e810168b689a7",
	"small_000":            "ecd22bfc20a7a8eb00af4c934490bcdba67362739b1456b84b1e064063daa75d",
}
