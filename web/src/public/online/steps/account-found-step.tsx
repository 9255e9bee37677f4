import { Notice } from '../../components/notice.tsx';
import { StepHeading } from '../../components/step-heading.tsx';
import { useTexts } from '../texts/texts.ts';

/** Ends the sign-up. It says the specification's sentence alone, which names neither the match nor its owner. */
export function AccountFoundStep({ takesFocus }: { takesFocus: boolean }) {
  const { found } = useTexts();
  return (
    <main className="page narrow">
      <StepHeading takesFocus={takesFocus}>{found.heading}</StepHeading>
      <Notice kind="info">{found.sentence}</Notice>
    </main>
  );
}
