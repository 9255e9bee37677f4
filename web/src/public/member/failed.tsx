import { Notice } from '../components/notice.tsx';
import type { CallFailed } from '../lib/call.ts';
import { failureSentence } from '../lib/failure-sentence.ts';
import { useLanguage } from '../lib/page-texts.tsx';
import { useTexts } from './texts/texts.ts';

/** Why an act failed, in the page's language. */
export function Failed({ failure }: { failure: CallFailed | null }) {
  const { failures, failed } = useTexts();
  const { language } = useLanguage();
  if (failure === null) return null;
  return <Notice kind="problem">{failureSentence(failure, failures, language) || failed}</Notice>;
}
