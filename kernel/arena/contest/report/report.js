// report.js: the games by number, those with what somebody looks for; #find=... keeps it over the reloads of a running tournament.
const rows = [...document.querySelectorAll('.games tbody tr')].sort((a, b) => a.cells[0].textContent - b.cells[0].textContent),
  form = document.getElementById('find'),
  input = form.elements.find,
  list = document.getElementById('found'),
  most = 100;
function find() {
  const text = input.value.trim().toLowerCase(),
    has = (row) => [...row.cells].map((c) => c.textContent).join(' ').toLowerCase().includes(text),
    hits = rows.filter(/^\d+$/.test(text) ? (row) => row.cells[0].textContent === text : has);
  list.tBodies[0].replaceChildren(...hits.slice(0, most).map((row) => row.cloneNode(true)));
  document.getElementById('many').textContent = `${hits.length} of ${rows.length} games` + (hits.length > most ? `, the first ${most} are shown` : '');
}
input.value = new URLSearchParams(location.hash.slice(1)).get('find') || '';
input.addEventListener('input', () => {
  history.replaceState(null, '', input.value ? '#' + new URLSearchParams({ find: input.value }) : location.pathname + location.search);
  find();
});
form.addEventListener('submit', (e) => e.preventDefault());
if (rows.length) {
  form.hidden = false;
  form.nextElementSibling.hidden = false;
  find();
}
