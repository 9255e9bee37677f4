import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { tolerateForeignDomChanges } from './foreign-dom-changes.ts';

let restore: () => void;

beforeEach(() => {
  restore = tolerateForeignDomChanges();
});
afterEach(() => {
  cleanup();
  restore();
});

function Line({ amount, paid }: { amount: string; paid: boolean }) {
  return (
    <p>
      {paid ? 'Paid' : null}
      Due today
      {amount}
      {paid ? <b>Thanks</b> : 'not paid'}
    </p>
  );
}

/** Wraps every text as Chrome's translation does. */
function translate(root: HTMLElement): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    const font = document.createElement('font');
    font.textContent = `«${text.data}»`;
    text.replaceWith(font);
  }
}

it('a screen whose texts another program replaced continues', () => {
  const { container, rerender, unmount } = render(<Line amount="$29.99" paid={false} />);
  translate(container);
  rerender(<Line amount="$32.61" paid />);
  expect(container.querySelector('b')?.textContent).toBe('Thanks');
  rerender(<Line amount="$32.61" paid={false} />);
  expect(container.querySelector('b')).toBeNull();
  unmount();
  expect(container.textContent).toBe('');
});
