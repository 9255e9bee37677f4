import { textsHook, type Dictionaries } from '../../lib/page-texts.tsx';
import { en, type Texts } from './en.ts';

/** English is part of the page's script; another language is one file more. */
export const dictionaries: Dictionaries<Texts> = {
  en: async () => en,
  es: async () => (await import('./es.ts')).es,
};

export const useTexts = textsHook<Texts>();
