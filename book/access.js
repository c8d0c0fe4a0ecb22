// Reading by keyboard and by ear: the button of the contents is a button, and what scrolls can be reached.
'use strict';
(() => {
    const toggle = document.getElementById('mdbook-sidebar-toggle');
    if (toggle) {
        toggle.setAttribute('role', 'button');
        toggle.tabIndex = 0;
        toggle.addEventListener('keydown', event => {
            if (event.key === 'Enter' || event.key === ' ') {
                event.preventDefault();
                toggle.click();
            }
        });
    }
    // In mdBook's list of a page's headings, which it makes last, a list may stand in a list.
    document.addEventListener('DOMContentLoaded', () => {
        for (const list of document.querySelectorAll('.on-this-page ol > ol')) {
            const item = document.createElement('li');
            list.replaceWith(item);
            item.append(list);
        }
    });
    const reached = () => {
        for (const box of document.querySelectorAll('main pre > code, .formula, .table-wrapper, .picture')) {
            const scrolls = box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight;
            if (scrolls && !box.hasAttribute('tabindex')) {
                box.tabIndex = 0;
            }
        }
    };
    reached();
    window.addEventListener('load', reached);
    window.addEventListener('resize', reached);
})();
