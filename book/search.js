// Search by book: on a page of the book proper its chapters come first among the results, on a page of the reference the
// reference does. Within each book mdBook's order stays. A word of the field that the book does not use finds what it means, and
// records are found in the list of the gallery, which is loaded with the first search.
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

    // The records by name, property and size: empty until the list has come, and where it does not come.
    let records = null;
    const load = async () => {
        records = [];
        const address = new URL('records/index.html', base);
        const response = await fetch(address).catch(() => null);
        if (response?.ok) {
            const page = new DOMParser().parseFromString(await response.text(), 'text/html');
            records = [...page.querySelectorAll('.record')].map(item => ({
                url: `records/${new URL(item.querySelector('a').getAttribute('href'), address).href.split('/records/').pop()}`,
                title: item.querySelector('a').textContent,
                text: item.textContent.trim(),
            }));
        }
    };
    const MOST_RECORDS = 10;
    const named = query => {
        const words = plain(query).split(' ').filter(word => word);
        const has = record => words.every(word => plain(record.text).includes(word));
        return words.length > 0 ? records.filter(has).slice(0, MOST_RECORDS) : [];
    };

    const read = elasticlunr.Index.load;
    elasticlunr.Index.load = data => {
        const index = read.call(elasticlunr.Index, data);
        const search = index.search;
        const top = base.pathname.replace(/[^/]*$/, '');
        const pages = new Set(Array.from(document.querySelectorAll(reference), path));
        const here = document.querySelector(reference + '.active') !== null;
        const urls = window.search.doc_urls;
        const shown = record => {
            let ref = urls.indexOf(record.url);
            if (ref < 0) {
                ref = urls.push(record.url) - 1;
            }
            const doc = { id: String(ref), title: record.title, body: record.text, breadcrumbs: `Counterexamples » ${record.title}` };
            return { ref: String(ref), score: 1, doc };
        };
        index.search = (query, options) => {
            if (records === null) {
                load();
            }
            const own = search.call(index, query, options);
            const meant = Object.keys(WORDS).filter(word => ` ${plain(query)} `.includes(` ${word} `));
            const other = meant.flatMap(word => search.call(index, plain(query).replace(word, WORDS[word]), options));
            const seen = new Set(own.map(result => result.ref));
            const results = own.concat(other.filter(result => !seen.has(result.ref)));
            const first = result => pages.has(top + urls[result.ref].split('#')[0]) === here;
            const found = (records ?? []).length > 0 ? named(query).map(shown) : [];
            // What has the id in its title comes before what mentions it.
            const exact = result => plain(result.doc.title).includes(plain(query));
            const ordered = results.filter(first).concat(results.filter(result => !first(result)));
            const titled = ordered.filter(exact);
            const byName = found.filter(exact);
            return byName.concat(titled, ordered.filter(result => !exact(result)), found.filter(result => !exact(result)));
        };
        return index;
    };
})();
