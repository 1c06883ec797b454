import type { Post } from '@pontual/contract/posts/posts.ts';
import { useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { FileButton } from '../../composer/file-button.tsx';
import { limitsText } from '../../composer/file.rules.ts';
import { FilesCard } from '../../composer/files-card.tsx';
import { FitChoices } from '../../composer/fit-choices.tsx';
import { RejectedFiles } from '../../composer/rejected-files.tsx';
import { OpeningFilesNotice } from '../../composer/opening-files-notice.tsx';
import { StepErrorAlert } from '../../composer/upload-step.tsx';
import { progressAnnouncement } from '../../composer/uploads/upload-announcements.ts';
import type { FilePicking } from '../../composer/use-files.ts';
import { MediaThumb } from '../media-thumb.tsx';
import type { Replacement } from './use-replacement.ts';

interface ReplacementFieldsProps {
  post: Post;
  replacement: Replacement;
  /** 0 to 1; null while the form is not being sent. */
  fraction: number | null;
  canKeepCurrent?: boolean;
}

export function ReplacementFields(props: ReplacementFieldsProps) {
  const { post, replacement, fraction, canKeepCurrent = false } = props;
  const { files, stepError, rejectedSelection, picking, earlyUploads, dispatch } = replacement;
  const fields = useRef<HTMLDivElement>(null);
  const moveFocus = () => fields.current?.querySelector('button')?.focus();
  const dismiss = () => {
    dispatch({ type: 'noticesDismissed' });
    moveFocus();
  };
  return (
    <div ref={fields}>
      <output className="sr-only">
        {fraction === null || files.length === 0
          ? ''
          : progressAnnouncement(fraction, {
              hasSeveral: post.mediaType === 'CAROUSEL',
              nextStepText: 'salvando',
            })}
      </output>
      <OpeningFilesNotice isShown={picking.isOpening} />
      {files.length === 0 ? (
        <CurrentFiles post={post} picking={picking} locked={fraction !== null} />
      ) : (
        <FilesCard
          files={files}
          mediaType={post.mediaType}
          picking={picking}
          earlyUploads={earlyUploads}
          fraction={fraction}
        />
      )}
      {canKeepCurrent && files.length > 0 && fraction === null ? (
        <Button
          variant="ghost"
          size="sm"
          className="mt-1.5"
          onClick={() => {
            dispatch({ type: 'givenUp' });
            moveFocus();
          }}
        >
          {post.mediaType === 'CAROUSEL' ? 'Manter os arquivos atuais' : 'Manter o arquivo atual'}
        </Button>
      ) : null}
      <FitChoices
        files={files}
        type={post.mediaType}
        locked={fraction !== null}
        onFit={({ url }, fit) => dispatch({ type: 'fitChosen', url, fit })}
      />
      <StepErrorAlert stepError={stepError} onDismiss={dismiss} />
      <RejectedFiles
        rejectedSelection={rejectedSelection}
        onAddAccepted={() => {
          picking.addAccepted();
          moveFocus();
        }}
        onDismiss={dismiss}
      />
    </div>
  );
}

const MAX_STACKED = 3;

function CurrentFiles(props: { post: Post; picking: FilePicking; locked: boolean }) {
  const { post, picking, locked } = props;
  const { mediaItems, mediaType } = post;
  const several = mediaType === 'CAROUSEL';
  return (
    <div className="flex flex-wrap items-center gap-3.5 rounded-lg border border-line bg-surface py-2.5 pr-3 pl-2.5">
      <span className="flex shrink-0">
        {mediaItems.slice(0, MAX_STACKED).map((item, index) => (
          <MediaThumb
            key={index}
            item={item}
            type={mediaType}
            className="h-15 w-12 rounded-sm not-first:-ml-7 not-first:shadow-[0_0_0_2px_var(--surface)]"
          />
        ))}
      </span>
      <div className="min-w-0 flex-1">
        <b className="block truncate text-sm font-semibold">
          {several ? `${mediaItems.length} arquivos atuais` : 'Arquivo atual'}
        </b>
        <p className="text-xs text-ink-3">{limitsText(picking.accepts)}</p>
      </div>
      <FileButton
        picking={picking}
        label={several ? 'Escolher arquivos' : 'Escolher arquivo'}
        replace
        disabled={locked}
        variant="line"
        size="sm"
        className="max-lg:w-full"
      />
    </div>
  );
}
