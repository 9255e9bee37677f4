import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { useLanguage } from '../../lib/page-texts.tsx';
import { Failed } from '../failed.tsx';
import { askErasure, readData } from '../member-calls.ts';
import type { StepProps } from '../member-step.ts';
import { Step } from '../step.tsx';
import { useTexts } from '../texts/texts.ts';
import { useAct } from '../use-act.ts';
import styles from '../member.module.css';

/** Hands the browser a file. */
function download(name: string, content: unknown): void {
  const address = URL.createObjectURL(new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

/** The member’s data as a file, and the request to be erased. */
export function OwnData({ member, onDone, onBack }: StepProps) {
  const { data: texts, working } = useTexts();
  const { language, formats } = useLanguage();
  const [isAsking, setIsAsking] = useState(false);
  const file = useAct('data', async () => download('my-data.json', await readData()));
  const erase = useAct('erasure', async () => {
    const { requested } = await askErasure(language);
    onDone(texts.asked(formats.day(requested)));
  });
  const { erasure_requested: asked } = member;
  return (
    <Step heading={texts.heading} onBack={onBack}>
      <Failed failure={file.failure ?? erase.failure} />
      <section className={`card ${styles.rows}`}>
        <p>{texts.file}</p>
        <Button kind="plain" busy={file.busy && working} onClick={() => void file.run()}>
          {texts.download}
        </Button>
      </section>
      {asked === null ? (
        <section className={`card ${styles.rows}`}>
          <p>{isAsking ? texts.sure : texts.erase}</p>
          <Button
            kind={isAsking ? 'danger' : 'plain'}
            busy={erase.busy && working}
            onClick={() => (isAsking ? void erase.run() : setIsAsking(true))}
          >
            {isAsking ? texts.confirm : texts.ask}
          </Button>
        </section>
      ) : (
        <Notice kind="info">{texts.asked(formats.day(asked))}</Notice>
      )}
    </Step>
  );
}
