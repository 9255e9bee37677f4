import type { ThemeConfig } from 'antd';
import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { applyTokens, tokens, type Tokens } from '../../components/tokens.ts';
import { onThemeChoice, themeChoice } from '../../lib/theme-choice.ts';
import { themeOf } from './theme.ts';

interface Theme {
  tokens: Tokens;
  antd: ThemeConfig;
}

const light: Theme = { tokens, antd: themeOf(tokens, 'washdesk') };
const systemIsDark = window.matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();
let dark: Theme | null = null;
let isPrinting = false;
let shown = light;

function isDark(): boolean {
  const choice = themeChoice();
  return !isPrinting && (choice === 'dark' || (choice === 'system' && systemIsDark.matches));
}

function show(): void {
  const wanted = isDark() && dark ? dark : light;
  const { dataset, style } = document.documentElement;
  dataset['theme'] = wanted === dark ? 'dark' : 'light';
  applyTokens(style, wanted.tokens);
  shown = wanted;
  for (const listener of listeners) listener();
}

/** Shows the theme of the choice and the system. The dark one is loaded on first use; if it can't be, the light one stays. */
async function follow(): Promise<void> {
  try {
    if (isDark()) dark ??= (await import('./dark.ts')).dark;
  } catch (error) {
    window.reportError(error);
  }
  show();
}

/** Paper is white: a page prints in the light theme. The browser takes its picture right after the event. */
function print(starts: boolean): void {
  isPrinting = starts;
  flushSync(show);
}

/** Shows the theme, and follows the choice, the system and the printer from now on. */
export function startTheme(): Promise<void> {
  const followChange = () => void follow();
  onThemeChoice(followChange);
  systemIsDark.addEventListener('change', followChange);
  window.addEventListener('beforeprint', () => print(true));
  window.addEventListener('afterprint', () => print(false));
  return follow();
}

const listen = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useShownTheme = (): ThemeConfig => useSyncExternalStore(listen, () => shown).antd;
