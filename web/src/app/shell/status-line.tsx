import { lazy, Suspense } from 'react';

const Sentences = lazy(async () => ({ default: (await import('./status-sentences.tsx')).StatusSentences }));

/** What doesn't work at this site; nothing while everything works. Loaded apart from the first screen. */
export const StatusLine = () => (
  <Suspense fallback={null}>
    <Sentences />
  </Suspense>
);
