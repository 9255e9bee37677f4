import { textsHook, type Dictionaries } from '../../lib/page-texts.tsx';
import type { Texts } from './en.ts';

export const dictionaries: Dictionaries<Texts> = {
  en: async () => (await import('./en.ts')).en,
  es: async () => (await import('./es.ts')).es,
};

export const useTexts = textsHook<Texts>();
