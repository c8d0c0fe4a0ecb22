// Search by book: on a page of the book proper its chapters come first among the results, on a page of the reference the
// reference does. Within each book mdBook's order stays. A word of the field that the book does not use finds what it means, and
// ids are found in the contents and in the lists of records, claims and theorems, which are loaded with the index.
'use strict';
(() => {
    if (typeof elasticlunr === 'undefined') {
        return;
    }
    // What papers and other fields call it, and the book's words for it.
    const WORDS = {
        'bin packing': 'whole tasks',
        'ceei': 'competitive equilibrium',
        'core': 'group strategy proofness',
        'envy free': 'envy',
        'errata': 'misprints',
        'erratum': 'misprints',
        'incentive compatible': 'strategy proofness',
        'individual rationality': 'sharing incentive',
        'leontief': 'dominant resource',
        'lexicographic': 'leximin',
        'max min': 'leximin',
        'maximin': 'leximin',
        'maxmin': 'leximin',
        'misreport': 'false report',
        'online': 'arrivals',
        'pareto efficient': 'pareto optimal',
        'proportionality': 'sharing incentive',
        'set cover': 'covering',
        'strategyproof': 'strategy proofness',
        'strategyproofness': 'strategy proofness',
        'truthful': 'strategy proofness',
        'truthfulness': 'strategy proofness',
        'typo': 'misprints',
    };
    const reference = 'ol.chapter > li:last-child a[href]';
    const path = link => new URL(link.href).pathname;
    const plain = text => text.toLowerCase().replace(/[\s-]+/g, ' ').trim();
    const base = new URL(path_to_root || '.', document.location.href);

    // What the full-text index leaves out: pages by the titles in the contents, and the items of lists, which come with the first
    // search. A list that does not come has no items.
    const LISTS = { records: '.record', papers: '.claim[id]', 'theorems.html': 'main a[id]' };
    const LONGEST = 300;
    let items = null;
    const item = (found, address) => {
        const link = found.id ? `${address.href}#${found.id}` : new URL(found.querySelector('a').getAttribute('href'), address).href;
        const words = found.id ? `${found.id}: ${(found.matches('a') ? found.parentElement : found).textContent}` : found.textContent;
        return { url: link.slice(base.href.length), title: found.id || found.querySelector('a').textContent, text: words.trim().slice(0, LONGEST) };
    };
    const load = async () => {
        const entries = [...document.querySelectorAll('ol.chapter a[href]')].filter(link => link.href.startsWith(base.href));
        items = entries.map(link => ({ url: link.href.slice(base.href.length).split('#')[0], title: link.textContent.trim(), text: link.textContent.trim() }));
        const pages = ['records/index.html', 'theorems.html', ...items.map(one => one.url).filter(url => url.startsWith('papers/'))];
        for (const page of pages) {
            const address = new URL(page, base);
            const response = await fetch(address).catch(() => null);
            if (response?.ok) {
                const selector = LISTS[page] ?? LISTS[page.split('/')[0]];
                const whole = new DOMParser().parseFromString(await response.text(), 'text/html');
                items.push(...[...whole.querySelectorAll(selector)].map(found => item(found, address)));
            }
        }
    };
    // mdBook searches only once for what is in the box, so that another question stands between.
    const again = () => {
        const box = document.getElementById('mdbook-searchbar');
        for (const text of box?.value ? [`${box.value} .`, box.value] : []) {
            box.value = text;
            box.dispatchEvent(new Event('keyup'));
        }
    };
    const MOST_ITEMS = 10;
    const named = query => {
        const words = plain(query).split(' ').filter(word => word);
        const has = one => words.every(word => plain(one.text).includes(word));
        const all = words.length > 0 ? (items ?? []).filter(has) : [];
        const exact = one => plain(one.title).includes(plain(query));
        // The page of an id begins with the id, and has a shorter title than the records that bear on it.
        const length = one => plain(one.title).startsWith(`${plain(query)}:`) ? 0 : one.title.length;
        const short = all.filter(exact).sort((a, b) => length(a) - length(b));
        return short.concat(all.filter(one => !exact(one))).slice(0, MOST_ITEMS);
    };

    const search = elasticlunr.Index.prototype.search;
    const top = base.pathname.replace(/[^/]*$/, '');
    const pages = new Set(Array.from(document.querySelectorAll(reference), path));
    const here = document.querySelector(reference + '.active') !== null;
    const shown = one => {
        const urls = window.search.doc_urls;
        let ref = urls.indexOf(one.url);
        if (ref < 0) {
            ref = urls.push(one.url) - 1;
        }
        return { ref: String(ref), score: 1, doc: { id: String(ref), title: one.title, body: one.text, breadcrumbs: one.title } };
    };
    elasticlunr.Index.prototype.search = function (query, options) {
        if (items === null) {
            load().then(again);
        }
        const urls = window.search.doc_urls;
        const meant = Object.keys(WORDS).filter(word => ` ${plain(query)} `.includes(` ${word} `));
        const asked = [plain(query), ...meant.map(word => plain(query).replace(word, WORDS[word]))];
        const unlike = (result, k, all) => all.findIndex(other => other.ref === result.ref) === k;
        const results = [query, ...asked.slice(1)].flatMap(words => search.call(this, words, options)).filter(unlike);
        const indexed = new Set(Object.keys(this.documentStore.docs).map(ref => urls[ref].split('#')[0]));
        const found = asked.flatMap(named).filter(one => !indexed.has(one.url)).map(shown).filter(unlike);
        // What has the words in its title comes before what mentions them.
        const titled = result => asked.some(words => plain(result.doc.title).includes(words));
        const firstHere = result => pages.has(top + urls[result.ref].split('#')[0]) === here;
        const ordered = results.filter(firstHere).concat(results.filter(result => !firstHere(result)));
        // In the reference, and with a hyphen everywhere, the words of a query may be an id.
        const id = result => (here || /[-_.]/.test(query)) && `${plain(result.doc.title)}:`.startsWith(`${plain(query)}:`);
        const both = [ordered.filter(titled), found.filter(titled)];
        return [found.filter(id), ...(here ? both.reverse() : both), ordered, found].flat().filter(unlike);
    };
    // A search in the address may have been answered before this script ran.
    if (new URLSearchParams(location.search).has('search')) {
        load().then(again);
    }
})();
