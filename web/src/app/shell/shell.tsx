import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { Link, Outlet, useLocation } from 'react-router-dom';
import { settingDefaults } from '@washdesk/rules/company/settings';
import { Toasts } from '../../domain/status/toasts.tsx';
import { isUnderPath, paths } from '../../lib/paths.ts';
import { embeddedBrowserVersion } from '../../lib/register-bridge/native-register.ts';
import { addressOpened } from '../../lib/register-context.ts';
import { useSession, useSessionKnown } from '../../lib/session/use-session.ts';
import { useConfigQuery } from '../../lib/startup-api.ts';
import { PaletteKey } from '../palette/palette-key.tsx';
import { Startup } from '../startup/startup.tsx';
import { OfflinePill } from './offline-pill.tsx';
import { StatusLine } from './status-line.tsx';
import { TopBar } from './top-bar.tsx';
import { useScanSearch } from './use-scan-search.ts';
import { useUncaughtErrors } from './use-uncaught-errors.ts';
import styles from './shell.module.css';

/** What stays while screens change: the bar, the startup, the versions. */
export function Shell() {
  const { pathname, search } = useLocation();
  const dispatch = useDispatch();
  useEffect(() => {
    dispatch(addressOpened(search));
  }, [dispatch, search]);
  const scanWords = useScanSearch();
  const session = useSession();
  useUncaughtErrors();
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#screen">
        Skip to the screen
      </a>
      {!isUnderPath(pathname, paths.isi) && <TopBar />}
      <OfflinePill />
      {session && <StatusLine />}
      <main id="screen" className={styles.screen} tabIndex={-1}>
        <Startup>
          <BackToAdminTools />
          <Outlet />
          {session && <PaletteKey />}
        </Startup>
      </main>
      <VersionFooter />
      <p className={styles.scan} role="status" hidden={scanWords === null}>
        {scanWords}
      </p>
      <Toasts />
    </div>
  );
}

/** Links from an Admin page back to the admin menu. */
function BackToAdminTools() {
  const { pathname } = useLocation();
  if (!/^\/admin\/./i.test(pathname) || isUnderPath(pathname, paths.adminTools)) return null;
  return (
    <div className={styles.back}>
      <Link to={paths.adminTools}>
        <span aria-hidden="true">← </span>Back to Admin Tools
      </Link>
    </div>
  );
}

/** The versions of the web app, the API and the register's embedded browser (docs/rules/screens.md#version-footer). */
function VersionFooter() {
  const known = useSessionKnown();
  const { data: config } = useConfigQuery(undefined, { skip: !known });
  const register = embeddedBrowserVersion();
  return (
    <footer className={styles.footer}>
      {config && <span>API {config.apiVersion}</span>}
      <span>Client {config?.clientVersion ?? settingDefaults.clientVersion}</span>
      {register && <span>Register browser {register}</span>}
    </footer>
  );
}
