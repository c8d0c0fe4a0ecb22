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
    // search.
    const contents = () => links('ol.chapter a[href]').map(link => ({ url: address(link), title: link.textContent.trim(), text: link.textContent.trim() }));
    const lists = () => ['records/index.html', 'theorems.html', ...contents().map(one => one.url).filter(url => url.startsWith('papers/'))];

    const { load, prototype: { search } } = elasticlunr.Index;
    const about = { reference: links(reference).map(address), here: document.querySelector(`${reference}.active`) !== null };
    const answers = new Map();
    const waiting = new Map();
    // What has no answer yet; a question that ends with a dot stands between two equal ones.
    const unknown = query => !answers.has(query) && !query.endsWith(' .');
    let [shown, urls, post, ready] = ['', window.search.doc_urls, null, false];

    // Shows the answer to what is in the box. mdBook searches only once for it, so that another question stands between.
    const show = query => {
        for (const text of shown === query ? [`${query} .`, query] : [query]) {
            box.value = text;
            box.dispatchEvent(new Event('keyup'));
        }
    };
    const answered = ({ query, results }) => {
        ready = true;
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
            worker.onmessage = ({ data }) => {
                if (data.listed) {
                    // The answers so far are without the items of lists.
                    answers.clear();
                    ask(box.value.trim());
                } else {
                    answered(data);
                }
            };
            worker.onerror = event => {
                event.preventDefault();
                instead();
            };
            post = message => worker.postMessage(message);
            post({ ...about, scripts: [script('elasticlunr.min.js'), script('searchindex.js')], items: contents() });
            post({ base: base.href, lists: lists() });
        } catch {
            instead();
        }
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
    // Until the index has come, pages are found by their titles.
    let titles = null;
    const titled = query => {
        if (!titles) {
            titles = new Finder(about);
            titles.add(contents());
        }
        return titles.find(query);
    };
    elasticlunr.Index.prototype.search = query => {
        shown = query;
        const open = unknown(query);
        const found = open ? titled(query) : answers.get(query) ?? [];
        if (open) {
            ask(query);
        }
        if (open && found.length === 0) {
            queueMicrotask(() => document.getElementById('mdbook-searchresults-outer').classList.add('hidden'));
        }
        return found.map(doc => ({ ref: String(ref(doc.url)), doc }));
    };
    // The results of the earlier question stay until those of the present one have come.
    document.addEventListener('keyup', event => {
        const query = box.value.trim();
        if (event.target === box && ready && query && unknown(query)) {
            event.stopPropagation();
            ask(query);
        }
    }, true);
})();
