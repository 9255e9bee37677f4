import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { themeChoice } from '../../lib/theme-choice.ts';
import { ThemeSwitch } from './theme-switch.tsx';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const chosen = () =>
  screen.getAllByRole<HTMLInputElement>('radio').flatMap(({ checked, labels }) => (checked ? labels![0]!.textContent : []));

it('follows the system until another theme is chosen, and remembers the choice', async () => {
  render(<ThemeSwitch name="theme" />);
  expect(chosen()).toEqual(['System']);
  await userEvent.click(screen.getByLabelText('Dark'));
  expect(chosen()).toEqual(['Dark']);
  expect(localStorage.getItem('washdesk.theme')).toBe('dark');
  await userEvent.click(screen.getByLabelText('System'));
  expect(localStorage.getItem('washdesk.theme')).toBeNull();
});

it('follows a choice made in another tab', () => {
  render(<ThemeSwitch name="theme" />);
  localStorage.setItem('washdesk.theme', 'light');
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'washdesk.theme' })));
  expect(chosen()).toEqual(['Light']);
});

it('takes an unknown stored value for none', () => {
  localStorage.setItem('washdesk.theme', 'sepia');
  expect(themeChoice()).toBe('system');
});
