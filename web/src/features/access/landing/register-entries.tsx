import { Navigate, useLocation } from 'react-router-dom';
import { paths } from '../../../lib/paths.ts';

/** Addresses that registers know; each leads to a screen and keeps its query. */
export function ToRefund() {
  return <Navigate to={{ pathname: paths.refund, search: useLocation().search }} replace />;
}

export function ToRedeem() {
  return <Navigate to={{ pathname: paths.redeem, search: useLocation().search }} replace />;
}
