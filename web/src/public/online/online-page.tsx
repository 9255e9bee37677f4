import { LanguageSwitch } from '../components/language-switch.tsx';
import { StepHeading } from '../components/step-heading.tsx';
import { useTexts } from './texts/texts.ts';

export function OnlinePage() {
  const { soon } = useTexts();
  return (
    <main className="page narrow">
      <StepHeading takesFocus={false}>{soon.heading}</StepHeading>
      <p>
        {soon.sentence} <a href="tel:+18008435477">1-800-843-5477</a>.
      </p>
      <p>
        <LanguageSwitch />
      </p>
    </main>
  );
}
