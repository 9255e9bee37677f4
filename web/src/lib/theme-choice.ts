import { useSyncExternalStore } from 'react';

export const themeChoices = ['system', 'light', 'dark'] as const;
export type ThemeChoice = (typeof themeChoices)[number];

/** index.html reads the same key, before any script of the app. */
const storageKey = 'washdesk.theme';
const listeners = new Set<() => void>();

/** Returns the theme chosen in this browser; the system's by default. */
export function themeChoice(): ThemeChoice {
  const stored = localStorage.getItem(storageKey);
  return themeChoices.find((choice) => choice === stored) ?? 'system';
}

export function chooseTheme(choice: ThemeChoice): void {
  if (choice === 'system') localStorage.removeItem(storageKey);
  else localStorage.setItem(storageKey, choice);
  for (const listener of listeners) listener();
}

/** Calls the listener after each choice, in this tab or another one. @returns a function that stops it */
export function onThemeChoice(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

export const useThemeChoice = (): ThemeChoice => useSyncExternalStore(onThemeChoice, themeChoice);
