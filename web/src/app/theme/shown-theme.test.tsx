import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { darkTokens } from '../../components/dark-tokens.ts';
import { tokens } from '../../components/tokens.ts';
import { chooseTheme } from '../../lib/theme-choice.ts';
import { startTheme, useShownTheme } from './shown-theme.ts';

const root = document.documentElement;
const surface = () => root.style.getPropertyValue('--surface');

afterEach(() => {
  cleanup();
  act(() => chooseTheme('system'));
});

function Shown() {
  return <p>{useShownTheme().token?.colorBgBase === darkTokens.ground ? 'antd is dark' : 'antd is light'}</p>;
}

it('shows the chosen theme in the style sheets and in antd, and prints in the light one', async () => {
  await startTheme();
  render(<Shown />);
  expect([root.dataset['theme'], surface()]).toEqual(['light', tokens.surface]);
  act(() => chooseTheme('dark'));
  await screen.findByText('antd is dark');
  expect([root.dataset['theme'], surface()]).toEqual(['dark', darkTokens.surface]);

  act(() => void window.dispatchEvent(new Event('beforeprint')));
  expect(screen.getByText('antd is light')).toBeTruthy();
  expect(surface()).toBe(tokens.surface);
  act(() => void window.dispatchEvent(new Event('afterprint')));
  expect(screen.getByText('antd is dark')).toBeTruthy();

  act(() => chooseTheme('light'));
  await waitFor(() => expect([root.dataset['theme'], surface()]).toEqual(['light', tokens.surface]));
});
