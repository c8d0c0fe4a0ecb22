// The search box of mdBook, answered by `found.js` in a worker: mdBook shows what comes from there, and the index is no part of a page.
'use strict';
(() => {
    const box = document.getElementById('mdbook-searchbar');
    if (typeof elasticlunr === 'undefined' || !box) {
        return;
    }
    const base = new URL(path_to_root || '.', document.location.href);
    const script = name => new URL(name, base).href;
    const address = link => link.href.slice(base.href.length).split('#')[0];
    const links = selector => [...document.querySelectorAll(selector)].filter(link => link.href.startsWith(base.href));
    const reference = 'ol.chapter > li:last-child a[href]';

    // What the full-text index leaves out: pages by the titles in the contents, and the items of lists, which come after the first
    // search. A list that does not come has no items.
    const LISTS = { records: '.record', papers: '.claim[id]', 'theorems.html': 'main a[id]' };
    const LONGEST = 300;
    const contents = () => links('ol.chapter a[href]').map(link => ({ url: address(link), title: link.textContent.trim(), text: link.textContent.trim() }));
    const item = (found, page) => {
        const link = found.id ? `${page.href}#${found.id}` : new URL(found.querySelector('a').getAttribute('href'), page).href;
        const words = found.id ? `${found.id}: ${(found.matches('a') ? found.parentElement : found).textContent}` : found.textContent;
        return { url: link.slice(base.href.length), title: found.id || found.querySelector('a').textContent, text: words.trim().slice(0, LONGEST) };
    };
    const listed = async add => {
        const papers = contents().map(one => one.url).filter(url => url.startsWith('papers/'));
        for (const page of ['records/index.html', 'theorems.html', ...papers]) {
            const response = await fetch(new URL(page, base)).catch(() => null);
            if (response?.ok) {
                const selector = LISTS[page] ?? LISTS[page.split('/')[0]];
                const whole = new DOMParser().parseFromString(await response.text(), 'text/html');
                add([...whole.querySelectorAll(selector)].map(found => item(found, new URL(page, base))));
            }
        }
    };

    const { load, prototype: { search } } = elasticlunr.Index;
    const about = { reference: links(reference).map(address), here: document.querySelector(`${reference}.active`) !== null };
    const answers = new Map();
    const waiting = new Map();
    let [shown, urls, post] = ['', window.search.doc_urls, null];

    // Shows the answer to what is in the box. mdBook searches only once for it, so that another question stands between.
    const show = query => {
        for (const text of shown === query ? [`${query} .`, query] : [query]) {
            box.value = text;
            box.dispatchEvent(new Event('keyup'));
        }
    };
    const answered = ({ query, results }) => {
        answers.set(query, results);
        waiting.get(query)?.forEach(done => done(results));
        waiting.delete(query);
        if (box.value.trim() === query) {
            show(query);
        }
    };
    // Without a worker the page reads the index itself.
    const inside = () => {
        const loaded = name => new Promise(done => {
            const made = Object.assign(document.createElement('script'), { src: script(name), onload: done });
            document.head.append(made);
        });
        const both = Promise.all([loaded('searchindex.js'), loaded('found.js')]);
        let finder = null;
        return async ({ query, items }) => {
            finder ??= both.then(() => {
                const { index, search_options: options, doc_urls } = window.search;
                return new Finder({ ...about, index: Object.assign(load.call(elasticlunr.Index, index), { search }), options, urls: [...doc_urls] });
            });
            (await finder).add(items ?? []);
            if (query !== undefined) {
                answered({ query, results: (await finder).find(query) });
            }
        };
    };
    const start = () => {
        if (post) {
            return;
        }
        let worker = null;
        const instead = () => {
            post = inside();
            post({ items: contents() });
            [...waiting.keys()].forEach(query => post({ query }));
        };
        try {
            worker = new Worker(script('found.js'));
            worker.onmessage = ({ data }) => answered(data);
            worker.onerror = event => {
                event.preventDefault();
                instead();
            };
            post = message => worker.postMessage(message);
            post({ ...about, scripts: [script('elasticlunr.min.js'), script('searchindex.js')], items: contents() });
        } catch {
            instead();
        }
        // The answers so far are without the items of lists.
        listed(items => post({ items })).then(() => {
            answers.clear();
            ask(box.value.trim());
        });
    };
    const ask = query => {
        start();
        if (query && !waiting.has(query)) {
            waiting.set(query, []);
            post({ query });
        }
    };
    window.search.find = query => new Promise(done => {
        ask(query);
        waiting.get(query).push(done);
    });

    // A pointer over the button comes before a search.
    document.getElementById('mdbook-search-toggle')?.addEventListener('pointerenter', start, { once: true });

    // mdBook loads a small script for its index, and its index asks here.
    window.path_to_searchindex_js = script('found.js');
    window.search.results_options ??= { limit_results: 30, teaser_word_count: 30 };
    window.search.doc_urls ??= [];
    elasticlunr.Index.load = () => {
        urls = window.search.doc_urls;
        start();
        return Object.create(elasticlunr.Index.prototype);
    };
    const ref = url => urls.includes(url) ? urls.indexOf(url) : urls.push(url) - 1;
    elasticlunr.Index.prototype.search = query => {
        shown = query;
        if (!answers.has(query) && !query.endsWith(' .')) {
            ask(query);
            queueMicrotask(() => document.getElementById('mdbook-searchresults-outer').classList.add('hidden'));
        }
        return (answers.get(query) ?? []).map(doc => ({ ref: String(ref(doc.url)), doc }));
    };
    // The results of the earlier question stay until those of the present one have come.
    document.addEventListener('keyup', event => {
        const query = box.value.trim();
        if (event.target === box && query && !answers.has(query) && !query.endsWith(' .')) {
            event.stopPropagation();
            ask(query);
        }
    }, true);
})();
