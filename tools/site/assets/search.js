// The search of the documentation. It needs no server: the index is a script, which is loaded when somebody begins to search.
"use strict";
(() => {
  const root = document.currentScript.dataset.root, input = document.getElementById("search"), found = document.getElementById("found");
  let loading = false, index = null;

  // load fetches the search itself and what it searches, once.
  function load() {
    if (loading) return;
    loading = true;
    script("minisearch.js", () => script("search-index.js", () => {
      index = new MiniSearch({
        fields: ["title", "page", "text"], storeFields: ["url", "page", "title", "text"],
        searchOptions: { boost: { title: 4, page: 2 }, prefix: true, fuzzy: (term) => (term.length > 4 ? 0.2 : false), combineWith: "AND" },
      });
      index.addAll(window.searchIndex);
      show();
    }));
  }

  function script(name, then) {
    const s = document.createElement("script");
    s.src = root + name;
    s.onload = then;
    document.head.append(s);
  }

  // around returns the words near the first one that was looked for.
  function around(text, terms) {
    const at = Math.max(0, Math.min(...terms.map((t) => { const i = text.toLowerCase().indexOf(t); return i < 0 ? text.length : i; })) - 60);
    return (at ? "... " : "") + text.slice(at, at + 180);
  }

  function show() {
    const query = input.value.trim();
    found.hidden = !query;
    found.replaceChildren();
    if (!query) return;
    const list = index.search(query).slice(0, 20), head = document.createElement("p");
    head.textContent = list.length ? `${list.length === 20 ? "The best 20" : list.length} found` : `Nothing found for "${query}"`;
    found.append(head);
    for (const one of list) {
      const a = document.createElement("a"), title = document.createElement("b"), where = document.createElement("small"), text = document.createElement("span");
      a.href = root + one.url;
      title.textContent = one.title;
      where.textContent = one.page === one.title ? "" : one.page;
      text.textContent = around(one.text, one.terms);
      a.append(title, " ", where, text);
      found.append(a);
    }
  }

  input.addEventListener("focus", load);
  input.addEventListener("input", () => { load(); if (index) show(); });
  input.form.addEventListener("submit", (e) => { e.preventDefault(); found.querySelector("a")?.click(); });
  found.addEventListener("click", (e) => { if (e.target.closest("a")) { found.hidden = true; input.value = ""; } });
  document.addEventListener("keydown", (e) => {
    if (e.key === "/" && !/INPUT|TEXTAREA/.test(document.activeElement.tagName)) { e.preventDefault(); input.focus(); }
    if (e.key === "Escape") { found.hidden = true; input.blur(); }
  });
  // On a telephone the menu would hide the text.
  if (matchMedia("(max-width: 900px)").matches) document.querySelector("nav details").open = false;
})();
