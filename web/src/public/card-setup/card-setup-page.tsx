import type { NoticeKind } from '../components/notice.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { Verdict } from '../components/verdict.tsx';
import type { Texts } from './texts/en.ts';
import { useTexts } from './texts/texts.ts';

type Result = keyof Texts['results'];

/** Stripe's words in the return address, and how each is shown. */
const kinds: Readonly<Record<Result, NoticeKind>> = {
  succeeded: 'good',
  processing: 'info',
  requires_action: 'info',
  failed: 'problem',
  canceled: 'info',
  unknown: 'info',
};

const isResult = (text: string): text is Result => Object.hasOwn(kinds, text);

/**
 * /setupintentcomplete: the result of a card's setup in the words of the address alone, because anyone may open it
 * (docs/rules/billing.md#card-setup). Makes no call and shows nothing else of the address.
 */
export function CardSetupPage() {
  const { brand, results } = useTexts();
  const status = new URLSearchParams(window.location.search).get('redirect_status') ?? '';
  const result = isResult(status) ? status : 'unknown';
  const { heading, sentence } = results[result];
  return (
    <>
      <PageHeader brand={brand} />
      <main className="page narrow">
        <Verdict kind={kinds[result]} takesFocus={false} heading={heading} sentence={sentence} />
      </main>
    </>
  );
}
