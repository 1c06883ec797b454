import { useEffect, useState } from 'react';
import type { IncomingFilesStatus } from '../draft-store/use-composer-setup.ts';
import type { IncomingFilesContext } from '../use-composer.ts';
import { RetryAlert } from '../../ui/page/retry-alert.tsx';
import { Alert } from '../../ui/alert.tsx';
import { showToast } from '../../ui/toast.tsx';
import {
  unopenedFilesText,
  isMissingFile,
  openLibraryFile,
} from '../../library/media/library-files.ts';
import type { HandoffFile } from '../../library/media/library-handoff.ts';

interface LibraryImportProps {
  files: readonly HandoffFile[];
  composer: IncomingFilesContext;
  arrival: IncomingFilesStatus;
  onFile: (file: File, index: number) => void;
  /** Called once the files are imported and stored as far as possible, or rejected with a message. */
  onSettled: () => void;
}

interface ImportResult {
  opened: File[];
  missingCount: number;
  isIncomplete: boolean;
}

export function LibraryImport({ files, composer, arrival, onFile, onSettled }: LibraryImportProps) {
  const [attempts, setAttempts] = useState(0);
  const [state, setState] = useState<'coming' | 'broken' | 'here'>('coming');
  const { picking, saveStatus } = composer;
  const isSettled = arrival !== 'wanted' || (state === 'here' && saveStatus !== 'writing');
  // Until then a reload imports the files again.
  useEffect(() => {
    if (isSettled) onSettled();
  }, [isSettled, onSettled]);
  useEffect(() => {
    if (arrival !== 'wanted') return undefined;
    let isActive = true;
    const importFiles = async () => {
      const opening = openAll(files, onFile);
      // All files or none: a file that arrives later would be placed after the others.
      const completeFiles = opening.then((all) =>
        isActive && !all.isIncomplete ? all.opened : [],
      );
      await picking.choose(completeFiles, { replace: false });
      const { opened, missingCount, isIncomplete } = await opening;
      if (!isActive) return;
      setState(isIncomplete ? 'broken' : 'here');
      if (missingCount > 0 && !isIncomplete)
        showToast({ text: unopenedFilesText(missingCount, opened.length), error: true });
    };
    void importFiles();
    return () => {
      isActive = false;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- the others change on every render
  }, [files, arrival, attempts]);
  if (arrival === 'barred') {
    if (!hasPostFiles(composer)) return null;
    return (
      <Alert tone="warn" live className="mb-5">
        O que você escolheu na biblioteca não entrou, porque este post já estava começado. Termine
        ou descarte este e escolha de novo.
      </Alert>
    );
  }
  if (state !== 'broken') return null;
  const retry = async () => setAttempts(attempts + 1);
  return (
    <RetryAlert
      query={{ isFetching: picking.isOpening, refetch: retry }}
      className="mb-5 items-center"
    >
      O que você escolheu na biblioteca não abriu. Verifique sua conexão.
    </RetryAlert>
  );
}

async function openAll(
  files: readonly HandoffFile[],
  onFile: LibraryImportProps['onFile'],
): Promise<ImportResult> {
  const open = async (handoffFile: HandoffFile, index: number) => {
    const file = await openLibraryFile(handoffFile);
    onFile(file, index);
    return file;
  };
  const all = await Promise.allSettled(files.map(open));
  const missing = all
    .filter((one) => one.status === 'rejected')
    .map(({ reason }) => isMissingFile(reason));
  return {
    opened: all.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])),
    missingCount: missing.filter(Boolean).length,
    isIncomplete: missing.includes(false),
  };
}

/** Includes files that could not be read. */
function hasPostFiles({ wizard, restored }: IncomingFilesContext): boolean {
  if (wizard.step === 'done') return false;
  return wizard.form.files.length > 0 || (restored?.lostFiles ?? 0) > 0;
}
