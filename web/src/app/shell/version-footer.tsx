import { settingDefaults } from '@washdesk/rules/company/settings';
import { embeddedBrowserVersion } from '../../lib/register-bridge/native-register.ts';
import { useSessionKnown } from '../../lib/session/use-session.ts';
import { useConfigQuery } from '../../lib/startup-api.ts';
import styles from './shell.module.css';

/** The versions of the web app, the API and the register's embedded browser (docs/rules/screens.md#version-footer). */
export function VersionFooter() {
  const known = useSessionKnown();
  const { data: config } = useConfigQuery(undefined, { skip: !known });
  const register = embeddedBrowserVersion();
  return (
    <footer className={styles.footer}>
      {config && <span>API {config.apiVersion}</span>}
      <span>Client {settingDefaults.clientVersion}</span>
      {register && <span>Register browser {register}</span>}
    </footer>
  );
}
