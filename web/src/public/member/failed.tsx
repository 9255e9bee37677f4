import { Notice } from '../components/notice.tsx';
import type { CallFailed } from '../lib/call.ts';
import { useTexts } from './texts/texts.ts';

/** Why an act failed, in the page's language where it has a text for the code. */
export function Failed({ failure }: { failure: CallFailed | null }) {
  const { failures, failed } = useTexts();
  if (failure === null) return null;
  return <Notice kind="problem">{failures[failure.code] ?? (failure.message || failed)}</Notice>;
}
