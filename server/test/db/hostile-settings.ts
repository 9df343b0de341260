/**
 * Settings that an operator or a provider may have set for a login or a database, each of which changed what a statement or a migration means or
 * ended it. The service sets what it needs (server/src/db/requirements.ts), so none of them reaches it.
 */

const HOSTILE_SETTINGS: Readonly<Record<string, string>> = {
  array_nulls: 'off',
  bytea_output: 'escape',
  DateStyle: 'SQL, DMY',
  default_transaction_deferrable: 'on',
  default_transaction_isolation: 'serializable',
  exit_on_error: 'on',
  extra_float_digits: '-15',
  idle_in_transaction_session_timeout: '1ms',
  idle_session_timeout: '30s',
  IntervalStyle: 'sql_standard',
  lock_timeout: '1ms',
  'plpgsql.extra_errors': 'all',
  quote_all_identifiers: 'on',
  row_security: 'off',
  search_path: 'console',
  standard_conforming_strings: 'off',
  statement_timeout: '1s',
  TimeZone: 'Asia/Kolkata',
  transform_null_equals: 'on',
}

/** The statements that set them for a login or a database, such as `role landlord`. */
export function hostileSettingsOf(whose: string): string[] {
  return Object.entries(HOSTILE_SETTINGS).map(([name, value]) => `alter ${whose} set ${name} = '${value}'`)
}
