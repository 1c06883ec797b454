import { useSyncExternalStore } from 'react';
import { currentMinute, onMinute } from './minute.ts';

export const useMinute = (): Date => useSyncExternalStore(onMinute, currentMinute, currentMinute);
