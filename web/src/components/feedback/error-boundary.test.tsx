import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ErrorBoundary } from './error-boundary.tsx';
import type { CaughtError } from './error-boundary.tsx';

const failure = new Error('The plate is a spoon');

function Broken(): never {
  throw failure;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('says so, reports what happened once, and returns after 5 seconds', () => {
  const caught: CaughtError[] = [];
  const onReturn = vi.fn();
  render(
    <ErrorBoundary onCaught={(error) => caught.push(error)} onReturn={onReturn}>
      <Broken />
    </ErrorBoundary>,
  );
  expect(screen.getByText('Something went wrong.')).toBeTruthy();
  expect(caught).toHaveLength(1);
  expect(caught[0]?.error).toBe(failure);
  expect(caught[0]?.componentStack).toContain('Broken');
  vi.advanceTimersByTime(4_999);
  expect(onReturn).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onReturn).toHaveBeenCalledOnce();
});
