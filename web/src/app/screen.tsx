import { Suspense, useEffect, useLayoutEffect, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { ErrorBoundary } from '../components/feedback/error-boundary.tsx';
import { PageSkeleton } from '../components/layout/page-skeleton.tsx';
import { RoleGuard } from './guard/role-guard.tsx';
import { screenShown } from './navigation-keys.ts';
import type { ScreenRoute } from './routes.tsx';
import { useReportError } from './use-report-error.ts';
import { WorkplaceGuard } from './workplace/workplace-guard.tsx';

/** One screen behind its guards: the workplace, the role, and the error boundary. */
export function Screen({ route }: { route: ScreenRoute }) {
  const { pathname } = useLocation();
  useLayoutEffect(() => screenShown(pathname), [pathname]);
  useEffect(() => {
    document.title = `${route.title} – Washdesk`;
  }, [route.title]);
  const Content = route.screen;
  const content = (
    <RoleGuard access={route.access}>
      <Suspense fallback={<PageSkeleton />}>
        <Content />
      </Suspense>
    </RoleGuard>
  );
  return <ScreenBoundary key={pathname}>{route.beforeGates ? content : <WorkplaceGuard>{content}</WorkplaceGuard>}</ScreenBoundary>;
}

/** Reports an error thrown while a screen rendered, and reloads the same path after 5 s. */
function ScreenBoundary({ children }: { children: ReactNode }) {
  const report = useReportError();
  return (
    <ErrorBoundary onCaught={({ error, componentStack }) => report(error, componentStack)} onReturn={() => window.location.reload()}>
      {children}
    </ErrorBoundary>
  );
}
