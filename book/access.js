// Reading by keyboard and by ear: the button of the contents is a button, and what scrolls can be reached.
'use strict';
(() => {
    // The first two stops of the keyboard lead past the contents and the menu: to the text, and to what can be changed.
    const main = document.querySelector('main');
    const live = document.querySelector('.live');
    const skip = (words, target) => {
        const link = document.createElement('a');
        link.className = 'skip';
        link.textContent = words;
        link.href = `#${target.id}`;
        link.addEventListener('click', event => {
            event.preventDefault();
            (target === live ? target.querySelector('input, button') ?? target : target).focus();
            target.scrollIntoView();
        });
        return link;
    };
    if (main) {
        main.id ||= 'text';
        main.tabIndex = -1;
        const links = [skip('Skip to the text', main)];
        if (live) {
            live.id ||= 'live';
            live.tabIndex = -1;
            links.push(skip('Skip to the numbers that can be changed', live));
        }
        document.body.prepend(...links);
    }
    // mdBook's label for the contents is not reached by keys: a button clicks it, and says if the contents are shown.
    const label = document.getElementById('mdbook-sidebar-toggle');
    if (label) {
        const button = document.createElement('button');
        const named = ['class', 'title', 'aria-label', 'aria-controls'];
        const expanded = () => button.setAttribute('aria-expanded', label.getAttribute('aria-expanded') ?? 'false');
        button.type = 'button';
        named.forEach(name => button.setAttribute(name, label.getAttribute(name) ?? ''));
        button.append(...label.childNodes);
        button.addEventListener('click', () => label.click());
        label.before(button);
        label.hidden = true;
        label.style.display = 'none';
        new MutationObserver(expanded).observe(label, { attributeFilter: ['aria-expanded'] });
        expanded();
    }
    document.getElementById('mdbook-menu-bar')?.setAttribute('role', 'banner');
    // A page is described by its own first sentences; mdBook has one description for all pages.
    const first = document.querySelector('main > p, main > blockquote p')?.textContent.replace(/\s+/g, ' ').trim();
    const head = document.querySelector('meta[name=description]');
    if (first && head) {
        const sentences = first.match(/.+?[.?!](?=\s|$)/g) ?? [first];
        let whole = sentences[0];
        for (const next of sentences.slice(1)) {
            if (whole.length + next.length > 200) {
                break;
            }
            whole += next;
        }
        head.content = `${document.querySelector('main h1')?.textContent.trim() ?? document.title}: ${whole}`;
    }
    // In mdBook's list of a page's headings, which it makes last, a list may stand in a list.
    document.addEventListener('DOMContentLoaded', () => {
        for (const list of document.querySelectorAll('.on-this-page ol > ol')) {
            const item = document.createElement('li');
            list.replaceWith(item);
            item.append(list);
        }
    });
    // On a phone a table that is too wide, and is short or made of sentences, is read row by row, each cell behind the head of its column.
    const stacked = () => {
        for (const box of document.querySelectorAll('main .table-wrapper')) {
            const table = box.querySelector('table');
            if (!table) {
                continue;
            }
            table.classList.remove('stacked');
            const heads = [...table.querySelectorAll('thead th')].map(head => head.textContent.trim());
            const wordy = [...table.querySelectorAll('td')].some(cell => cell.textContent.trim().length > 24);
            const short = table.rows.length <= 12;
            if (innerWidth > 600 || heads.length > 6 || !(wordy || short) || box.scrollWidth <= box.clientWidth) {
                continue;
            }
            // What is shown as blocks is a table all the same.
            const roles = { table: 'table', thead: 'rowgroup', tbody: 'rowgroup', tr: 'row', th: 'columnheader', td: 'cell' };
            for (const part of [table, ...table.querySelectorAll('thead, tbody, tr, th, td')]) {
                part.setAttribute('role', roles[part.localName]);
            }
            for (const row of table.querySelectorAll('tbody tr')) {
                [...row.cells].forEach((cell, k) => { cell.dataset.head = heads[k] ?? ''; });
            }
            table.classList.add('stacked');
        }
    };
    // On a screen a table that would be cut is set in smaller letters, and its ids break where that is not enough.
    const fitted = () => {
        for (const box of document.querySelectorAll('main .table-wrapper')) {
            box.classList.remove('dense', 'broken');
            for (const name of ['dense', 'broken']) {
                if (innerWidth > 600 && box.scrollWidth > box.clientWidth) {
                    box.classList.add(name);
                }
            }
        }
    };
    // A table is called by the title above it, and by the heading of its part where it has none; no head of a column is empty.
    const called = () => {
        for (const table of document.querySelectorAll('main table:not(:has(caption))')) {
            const box = table.closest('.table-wrapper') ?? table;
            const above = box.previousElementSibling;
            const title = above?.matches('p') && above.childElementCount === 1 && above.querySelector(':scope > strong')?.textContent === above.textContent ? above : null;
            let part = box;
            while (!title && part && !/^H[1-6]$/.test(part.tagName)) {
                part = part.previousElementSibling ?? part.parentElement.closest('main *');
            }
            const caption = table.createCaption();
            caption.textContent = (title ?? part ?? document.querySelector('main h1'))?.textContent.trim() ?? '';
            caption.className = title ? 'titled' : 'unseen';
            title?.remove();
            for (const head of table.querySelectorAll('th:empty')) {
                head.append(Object.assign(document.createElement('span'), { className: 'unseen', textContent: 'row' }));
            }
        }
    };
    const reached = () => {
        stacked();
        fitted();
        for (const box of document.querySelectorAll('main pre > code, main math, .formula, .table-wrapper, .picture')) {
            const scrolls = box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight;
            if (scrolls && !box.hasAttribute('tabindex')) {
                box.tabIndex = 0;
                // Arrow keys scroll what has the focus, and do not turn the page.
                box.addEventListener('keydown', event => {
                    if (event.key.startsWith('Arrow')) {
                        event.stopPropagation();
                    }
                });
            }
        }
    };
    called();
    reached();
    window.addEventListener('load', reached);
    window.addEventListener('resize', reached);
    // What is folded has no width until it is opened.
    document.addEventListener('toggle', reached, true);
})();
