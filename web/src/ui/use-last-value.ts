import { useState } from 'react';

/** What was there last, null before there was anything: a dialog that closes goes on saying it. */
export function useLastValue<T>(value: T | null): T | null {
  const [last, setLast] = useState(value);
  if (value !== null && value !== last) setLast(value);
  return value ?? last;
}
