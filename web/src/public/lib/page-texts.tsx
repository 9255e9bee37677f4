import { createContext, useCallback, useContext, useEffect, useState, type ReactNode } from 'react';
import { formatsOf, type Formats, type Language } from './languages.ts';
import { tabStorage } from './tab-storage.ts';

/** The texts that every public page has. A page's own texts extend them. */
export interface CommonTexts {
  /** The document's title. */
  title: string;
  /** What the error boundary shows. */
  broken: { heading: string; sentence: string; again: string };
}

/** A page's texts in each language; only the language shown is loaded. */
export type Dictionaries<T extends CommonTexts> = Readonly<Record<Language, () => Promise<T>>>;

interface Spoken {
  language: Language;
  texts: CommonTexts;
  formats: Formats;
  speak: (language: Language) => Promise<void>;
}

const SpokenContext = createContext<Spoken | null>(null);

/** The language that was chosen by hand lasts as long as the tab, also over Stripe's page. */
export const languageStorage = tabStorage('public');

interface PageTextsProps<T extends CommonTexts> {
  dictionaries: Dictionaries<T>;
  first: { language: Language; texts: T };
  children: ReactNode;
}

/** Gives a page its texts, and sets the document's language and title. */
export function PageTexts<T extends CommonTexts>({ dictionaries, first, children }: PageTextsProps<T>) {
  const [{ language, texts }, setSpoken] = useState(first);
  useEffect(() => {
    document.documentElement.lang = language;
    document.title = texts.title;
  }, [language, texts]);
  const speak = useCallback(
    async (wanted: Language) => {
      setSpoken({ language: wanted, texts: await dictionaries[wanted]() });
      languageStorage.write('language', wanted);
      const address = new URL(window.location.href);
      address.searchParams.set('lang', wanted);
      window.history.replaceState(window.history.state, '', address);
    },
    [dictionaries],
  );
  return <SpokenContext value={{ language, texts, formats: formatsOf(language), speak }}>{children}</SpokenContext>;
}

export function useLanguage(): Omit<Spoken, 'texts'> {
  const spoken = useContext(SpokenContext);
  if (!spoken) throw new Error('PageTexts is missing above');
  return spoken;
}

/** Returns the hook of a page's own texts: `export const useTexts = textsHook<Texts>()`. */
export const textsHook =
  <T extends CommonTexts>() =>
  (): T => {
    const spoken = useContext(SpokenContext);
    if (!spoken) throw new Error('PageTexts is missing above');
    return spoken.texts as T;
  };
