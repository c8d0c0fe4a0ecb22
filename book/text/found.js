// Finds pages and ids for the search box: the index of mdBook, which has megabytes, is read in a worker, where it keeps no reader
// waiting. Where no worker can be had, as in a site that is read from files, the page itself runs this script.
//
// Search by book: on a page of the book proper its chapters come first among the results, on a page of the reference the reference
// does. Within each book mdBook's order stays. A word of the field that the book does not use finds what it means, and ids are found
// in the contents and in the lists of records, claims and theorems, which the page loads.
'use strict';
(() => {
    const WORDS = {
        // What papers and other fields call it, and the book's words for it.
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
    // The numbers of results that are shown, and of words of a page that are shown with its title.
    const MOST_ITEMS = 10;
    const MOST_RESULTS = 30;
    const WINDOW = 60;
    // The items of a list, as the build writes them: a record, a claim, a paragraph with theorems. The address of an item is its id, or
    // the first link in it.
    const LISTS = { records: /<li class="record">([^]*?)<\/li>/g, papers: /<div class="claim"([^]*?<\/p>)/g, theorems: /<p>((?:(?!<\/p>)[^])*?<a id=[^]*?)<\/p>/g };
    const LONGEST = 300;
    const SIGNS = { amp: '&', lt: '<', gt: '>', quot: '"' };
    const bare = html => html.replace(/<[^>]*>|^[^<]*>/g, '').replace(/&(\w+);/g, (whole, name) => SIGNS[name] ?? whole).trim();
    const itemsOf = (base, page, text) => [...text.matchAll(LISTS[page.split(/[/.]/)[0]])].flatMap(([, piece]) => {
        const item = (url, title, text) => ({ url, title, text: text.slice(0, LONGEST) });
        const ids = [...piece.matchAll(/ id="([^"]*)"/g)].map(([, id]) => item(`${page}#${id}`, id, `${id}: ${bare(piece)}`));
        const [, link, name] = piece.match(/<a href="([^"]*)">([^]*?)<\/a>/) ?? [];
        return ids.length > 0 || !link ? ids : [item(new URL(link, base + page).href.slice(base.length), bare(name), bare(piece))];
    });
    const plain = text => text.toLowerCase().replace(/[\s-]+/g, ' ').trim();

    self.Finder = class Finder {
        // The index with mdBook's options and addresses, the addresses of the reference, and `true` for a page of the reference. Without
        // an index only titles are found.
        constructor({ index = { search: () => [], documentStore: { docs: {} } }, options, urls = [], reference, here }) {
            Object.assign(this, { index, options, urls, here, items: [], reference: new Set(reference) });
            this.indexed = new Set(Object.keys(index.documentStore.docs).map(ref => urls[ref].split('#')[0]));
        }
        // Pages by the titles in the contents, and the items of lists: each with `url`, `title` and `text`.
        add(items) {
            this.items.push(...items.map(one => ({ ...one, words: plain(one.text), called: plain(one.title) })));
        }
        named(query) {
            const whole = plain(query);
            const words = whole.split(' ').filter(word => word);
            const all = words.length > 0 ? this.items.filter(one => words.every(word => one.words.includes(word))) : [];
            const exact = one => one.called.includes(whole);
            // The page of an id begins with the id, and has a shorter title than the records that bear on it.
            const length = one => one.called.startsWith(`${whole}:`) ? 0 : one.title.length;
            const short = all.filter(exact).sort((a, b) => length(a) - length(b));
            return short.concat(all.filter(one => !exact(one))).slice(0, MOST_ITEMS);
        }
        // The words of a page around most of the words of the query.
        around(text, query) {
            const stems = plain(query).split(' ').map(word => elasticlunr.stemmer(word));
            const words = text.split(' ');
            const has = words.map(word => Number(stems.some(stem => elasticlunr.stemmer(word.toLowerCase()).startsWith(stem))));
            let [best, most, sum] = [0, 0, 0];
            has.forEach((one, k) => {
                sum += one - (has[k - WINDOW] ?? 0);
                if (sum > most) {
                    [best, most] = [Math.max(0, k - WINDOW + 1), sum];
                }
            });
            return words.slice(best, best + WINDOW).join(' ');
        }
        // The first results, each with its address and what mdBook shows of it.
        find(query) {
            const meant = Object.keys(WORDS).filter(word => ` ${plain(query)} `.includes(` ${word} `));
            const asked = [plain(query), ...meant.map(word => plain(query).replace(word, WORDS[word]))];
            const unlike = (result, k, all) => all.findIndex(other => other.url === result.url) === k;
            const indexed = ({ ref, doc }) => ({ url: this.urls[ref], title: doc.title, text: doc.body, trail: doc.breadcrumbs });
            const searched = [query, ...asked.slice(1)].flatMap(words => this.index.search(words, this.options));
            const results = searched.map(indexed).filter(unlike);
            const found = asked.flatMap(words => this.named(words)).filter(one => !this.indexed.has(one.url)).filter(unlike);
            // What has the words in its title comes before what mentions them.
            const titled = result => asked.some(words => plain(result.title).includes(words));
            const firstHere = result => this.reference.has(result.url.split('#')[0]) === this.here;
            const ordered = results.filter(firstHere).concat(results.filter(result => !firstHere(result)));
            // In the reference, and with a hyphen everywhere, the words of a query may be an id.
            const id = result => (this.here || /[-_.]/.test(query)) && `${plain(result.title)}:`.startsWith(`${plain(query)}:`);
            const both = [ordered.filter(titled), found.filter(titled)];
            const all = [found.filter(id), ...(this.here ? both.reverse() : both), ordered, found].flat().filter(unlike);
            const shown = ({ url, title, text, trail }) => ({ url, title, body: this.around(text, query), breadcrumbs: trail ?? title });
            return all.slice(0, MOST_RESULTS).map(shown);
        }
    };

    if (typeof document === 'undefined') {
        let finder = null;
        self.window = self;
        self.search = {};
        self.onmessage = ({ data }) => {
            if (data.scripts) {
                importScripts(...data.scripts);
                const { index, search_options: options, doc_urls: urls } = self.search;
                finder = new self.Finder({ ...data, index: elasticlunr.Index.load(index), options, urls });
            }
            finder.add(data.items ?? []);
            if (data.lists) {
                // A list that does not come has no items.
                const read = page => fetch(data.base + page).then(said => said.ok ? said.text() : '').catch(() => '');
                Promise.all(data.lists.map(async page => finder.add(itemsOf(data.base, page, await read(page))))).then(() => self.postMessage({ listed: true }));
            }
            if (data.query !== undefined) {
                self.postMessage({ query: data.query, results: finder.find(data.query) });
            }
        };
    }
})();
