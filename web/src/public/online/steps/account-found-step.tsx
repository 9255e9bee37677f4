import { Verdict } from '../../components/verdict.tsx';
import { useTexts } from '../texts/texts.ts';

/** Ends the sign-up with the specification's sentence, which names neither the match nor its owner. */
export function AccountFoundStep({ takesFocus }: { takesFocus: boolean }) {
  const { complete, found } = useTexts();
  return (
    <main className="page narrow">
      <Verdict kind="info" takesFocus={takesFocus} heading={found.heading} sentence={found.sentence}>
        <a href="/member">{complete.manage}</a>
      </Verdict>
    </main>
  );
}
