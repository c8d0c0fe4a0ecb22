// Search by book: on a page of the book proper its chapters come first among the results, on a page of the reference the
// reference does. Within each book mdBook's order stays.
'use strict';
(() => {
    if (typeof elasticlunr === 'undefined') {
        return;
    }
    const reference = 'ol.chapter > li:last-child a[href]';
    const path = link => new URL(link.href).pathname;
    const load = elasticlunr.Index.load;
    elasticlunr.Index.load = data => {
        const index = load.call(elasticlunr.Index, data);
        const search = index.search;
        const top = new URL(path_to_root || '.', document.location.href).pathname.replace(/[^/]*$/, '');
        const pages = new Set(Array.from(document.querySelectorAll(reference), path));
        const here = document.querySelector(reference + '.active') !== null;
        index.search = (query, options) => {
            const results = search.call(index, query, options);
            const own = result => pages.has(top + window.search.doc_urls[result.ref].split('#')[0]) === here;
            return results.filter(own).concat(results.filter(result => !own(result)));
        };
        return index;
    };
})();
