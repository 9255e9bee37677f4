import { secretsOf } from '@washdesk/site-protocol/site-configuration/secret-name';
import { CopyField } from '../../../components/input/copy-field.tsx';
import { Section } from '../../../components/layout/section.tsx';
import type { Group } from './schema-node.ts';
import styles from './configuration.module.css';

/** The secrets that the configuration names, and how they get to the site's computer. */
export function SecretsSection({ content }: { content: Group }) {
  const secrets = secretsOf(content);
  if (secrets.length === 0) return null;
  return (
    <Section title="Secrets">
      <p className={styles.plain}>Passwords and keys stay on the site’s computer. Run each command there once; it asks for the value.</p>
      <div className={styles.secrets}>
        {secrets.map(({ name }) => (
          <CopyField key={name} label={`command for ${name}`} text={`site-agent secret ${name}`} />
        ))}
      </div>
    </Section>
  );
}
