import { languageNames, languages } from '../lib/languages.ts';
import { useLanguage } from '../lib/page-texts.tsx';
import { reportError } from '../lib/report-error.ts';
import { Button } from './button.tsx';

/** The other languages, each named in itself. */
export function LanguageSwitch() {
  const { language, speak } = useLanguage();
  return languages
    .filter((other) => other !== language)
    .map((other) => (
      <Button key={other} kind="link" lang={other} onClick={() => void speak(other).catch(reportError)}>
        {languageNames[other]}
      </Button>
    ));
}
