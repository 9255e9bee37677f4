import { cleanup, render, screen } from '@testing-library/react';
import { Input } from 'antd';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { installCompositionKeys } from './composition-keys.ts';

const heard = vi.fn();
let stop: () => void;

beforeEach(() => {
  stop = installCompositionKeys();
  render(<Input aria-label="name" onKeyDown={heard} onPressEnter={heard} />);
});
afterEach(() => {
  cleanup();
  stop();
  heard.mockClear();
});

function press(more: KeyboardEventInit): KeyboardEvent {
  const event = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...more });
  screen.getByLabelText('name').dispatchEvent(event);
  return event;
}

it.each([
  ['during a composition', { isComposing: true }],
  ['that ends a composition in Safari', { keyCode: 229 }],
])('an Enter %s reaches nothing', (_when, more) => {
  expect(press(more).defaultPrevented).toBe(true);
  expect(heard).not.toHaveBeenCalled();
});

it('another Enter is left alone', () => {
  expect(press({ keyCode: 13 }).defaultPrevented).toBe(false);
  expect(heard).toHaveBeenCalled();
});
