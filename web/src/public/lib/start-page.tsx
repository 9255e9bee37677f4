import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { ErrorBoundary } from '../components/error-boundary.tsx';
import { preferredLanguage, type Language } from './languages.ts';
import { languageStorage, PageTexts, type CommonTexts, type Dictionaries } from './page-texts.tsx';
import { reportError, reportUncaughtErrors } from './report-error.ts';

/** Starts a public page in `#root`, in the visitor's language. Until then the page shows what its HTML has there. */
export async function startPage<T extends CommonTexts>(dictionaries: Dictionaries<T>, page: ReactNode): Promise<void> {
  reportUncaughtErrors();
  const root = document.getElementById('root');
  if (!root) throw new Error('Element #root not found');
  const first = await firstTexts(dictionaries, preferredLanguage(window.location.search, languageStorage, navigator.languages));
  createRoot(root).render(
    <ErrorBoundary texts={first.texts.broken} onCaught={reportError}>
      <PageTexts dictionaries={dictionaries} first={first}>
        {page}
      </PageTexts>
    </ErrorBoundary>,
  );
}

/** If the file of a language cannot be loaded, the page is in English. */
async function firstTexts<T extends CommonTexts>(
  dictionaries: Dictionaries<T>,
  language: Language,
): Promise<{ language: Language; texts: T }> {
  try {
    return { language, texts: await dictionaries[language]() };
  } catch (error) {
    reportError(error);
    return { language: 'en', texts: await dictionaries.en() };
  }
}
