import { useContext, useEffect } from 'react';
import { Notice } from '../components/notice.tsx';
import type { CallFailed } from '../lib/call.ts';
import { failureSentence } from '../lib/failure-sentence.ts';
import { useLanguage } from '../lib/page-texts.tsx';
import { SignedOut } from './signed-out.ts';
import { useTexts } from './texts/texts.ts';

/** Why an act failed, in the page's language. Without a session the sign-in follows. */
export function Failed({ failure }: { failure: CallFailed | null }) {
  const { failures, failed } = useTexts();
  const { language } = useLanguage();
  const signedOut = useContext(SignedOut);
  useEffect(() => {
    if (failure?.status === 401) signedOut(failure);
  }, [failure, signedOut]);
  if (failure === null) return null;
  return <Notice kind="problem">{failureSentence(failure, failures, language) || failed}</Notice>;
}
