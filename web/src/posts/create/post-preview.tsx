import type { User } from '@pontual/contract/auth.ts';
import { formatDate, formatTime } from '@pontual/contract/brasilia-time.ts';
import { captionParts } from '@pontual/contract/captions.ts';
import { mediaTypeNames } from '@pontual/contract/post-rules.ts';
import type { MediaType } from '@pontual/contract/posts.ts';
import { Bookmark, Ellipsis, Heart, MessageCircle, Send } from 'lucide-react';
import { Avatar } from '../../shell/avatar.tsx';
import { useMinute } from '../../shell/minute.ts';
import { cx } from '../../ui/cx.ts';
import { Dot } from '../../ui/dot.tsx';
import { fromFields } from './when/wall-fields.ts';
import type { Form } from './form-rules.ts';
import { PreviewMedia } from './preview-media.tsx';
import type { Wizard } from './wizard-state.ts';

/** A number for decoration; whoever opens the preview holds it, so that it stays. */
export function someLikes(): number {
  return 50 + Math.floor(Math.random() * 500);
}

/** What stands over the preview. */
export const previewTitle = ({ step, mediaType }: Pick<Wizard, 'step' | 'mediaType'>): string =>
  step === 'type' && mediaType !== null
    ? `Prévia como ${mediaTypeNames[mediaType]}`
    : 'Prévia ao vivo';

interface PostPreviewProps {
  form: Form;
  type: MediaType | null;
  /** Null for a visitor. */
  user: User | null;
  likes: number;
}

/** The post as Instagram will show it, and when. Always light: it is Instagram, not Pontual. */
export function PostPreview({ form, type, user, likes }: PostPreviewProps) {
  const account = user?.instagramUsername ?? 'sua.conta';
  const tall = type === 'REELS' || type === 'STORIES';
  return (
    <div className="grid grid-cols-1 justify-items-center gap-[18px]">
      <div
        className={cx(
          'w-full rounded-[40px] bg-phone p-[9px] shadow-pop',
          tall ? 'max-w-[270px]' : 'max-w-[320px]',
        )}
      >
        <div className="overflow-hidden rounded-[32px] bg-[#fff] text-xs leading-[1.4] text-[#121212] scheme-light">
          <StatusBar />
          <div className="flex items-center gap-2.5 px-3 py-2">
            {user === null ? (
              <i aria-hidden="true" className="size-8 shrink-0 rounded-full bg-[#dcd5c6]" />
            ) : (
              <Avatar user={user} className="size-8 text-sm" />
            )}
            <b className="min-w-0 flex-1 truncate font-semibold">{account}</b>
            <Ellipsis size={18} aria-hidden="true" />
          </div>
          <PreviewMedia files={form.files} type={type ?? 'IMAGE'} />
          {/* A story has neither buttons nor a caption below it. */}
          {type === 'STORIES' ? null : (
            <>
              <div aria-hidden="true" className="flex items-center gap-3.5 px-3 pt-2.5 pb-1.5">
                <Heart size={22} />
                <MessageCircle size={22} />
                <Send size={21} />
                <Bookmark size={22} className="ml-auto" />
              </div>
              <div className="px-3 pb-3.5">
                <b aria-hidden="true" className="tnum font-semibold">
                  {likes} curtidas
                </b>
                <Caption account={account} caption={form.caption} />
              </div>
            </>
          )}
        </div>
      </div>
      <When form={form} />
    </div>
  );
}

function StatusBar() {
  const now = useMinute();
  return (
    <div
      aria-hidden="true"
      className="flex items-center justify-between px-[22px] pt-3 pb-1.5 text-2xs leading-[1.4] font-semibold"
    >
      <span className="tnum">{formatTime(now)}</span>
      <i className="h-5 w-18 rounded-full bg-[#121212]" />
      <svg width="38" height="12" viewBox="0 0 38 12" fill="#121212">
        <path d="M0 9h2.5v3H0zM4 6.5h2.5V12H4zM8 4h2.5v8H8z" />
        <rect x="16.5" y="1.5" width="18" height="9" rx="3" fill="none" stroke="#121212" />
        <rect x="18" y="3" width="12" height="6" rx="1.6" />
        <path d="M36 4.5v3" stroke="#121212" strokeWidth="1.5" />
      </svg>
    </div>
  );
}

function Caption({ account, caption }: { account: string; caption: string }) {
  return (
    <p className="line-clamp-6 wrap-anywhere whitespace-pre-line">
      <b className="font-semibold">{account}</b>{' '}
      {caption.trim() === '' ? (
        <span className="text-[#666]">Sua legenda aparece aqui.</span>
      ) : (
        captionParts(caption).map(({ text, kind }, index) =>
          kind === 'text' ? (
            text
          ) : (
            <span key={index} className="text-[#1b4fb5]">
              {text}
            </span>
          ),
        )
      )}
    </p>
  );
}

function When({ form }: { form: Form }) {
  const instant = fromFields(form.when);
  return (
    <p className="tnum flex items-center justify-center gap-[9px] text-sm font-semibold">
      {instant === null ? (
        <>
          <i
            aria-hidden="true"
            className="size-3 rounded-full bg-ipe shadow-[0_0_0_2px_var(--ink)]"
          />
          AGORA
        </>
      ) : (
        <>
          <Dot status="scheduled" />
          Agendado para {formatDate(instant)} às {formatTime(instant)}
        </>
      )}
    </p>
  );
}
