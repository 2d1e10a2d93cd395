// Taking a picture of a document or of oneself: what the camera sees, one still of it to judge, and
// again or taken. The camera is on for as long as the dialog is open. Shown by FileField.tsx.
import { Banner, Button, Dialog } from '@isobath/ui';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTexts } from '../../../base/texts.tsx';

/** A camera's picture is rarely wider; a document of that size can be read. */
const SIDE_PX = 2_560;
const QUALITY = 0.92;

interface Still {
  readonly file: File;
  readonly address: string;
}

/** The dialog; `onTake` gets the picture that was chosen. */
export function CameraDialog(props: {
  title: string;
  /** The camera that looks at the person, not at what lies before them. */
  isSelfie: boolean;
  onTake: (file: File) => void;
  onClose: () => void;
}) {
  const t = useTexts('identity');
  const video = useRef<HTMLVideoElement>(null);
  const { stream, state, markSeen } = useCamera(props.isSelfie);
  const { still, take, again } = useStill(video);
  const lead = props.isSelfie ? 'camera.leadSelfie' : 'camera.lead';
  const use = () => {
    if (still === null) return;
    props.onTake(still.file);
    props.onClose();
  };
  return (
    <Dialog
      foot={
        still === null ? (
          <>
            <Button onClick={props.onClose} variant="quiet">
              {t('camera.close')}
            </Button>
            <Button
              onClick={take}
              variant="primary"
              whyDisabled={state === 'on' ? undefined : t(`camera.${state}`)}
            >
              {t('camera.take')}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={again} variant="quiet">
              {t('camera.again')}
            </Button>
            <Button onClick={use} variant="primary">
              {t('camera.use')}
            </Button>
          </>
        )
      }
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) props.onClose();
      }}
      text={t(still === null ? lead : 'camera.judge')}
      title={props.title}
    >
      {state === 'off' ? <Banner title={t('camera.off')} tone="danger" /> : null}
      <div className="identity-lens" data-still={still === null ? undefined : ''}>
        <Lens isMirrored={props.isSelfie} onSeen={markSeen} stream={stream} video={video} />
        {still === null ? null : <img alt={t('camera.still')} src={still.address} />}
      </div>
    </Dialog>
  );
}

/** What the camera sees; onSeen: its first picture is there. */
function Lens(props: {
  video: RefObject<HTMLVideoElement | null>;
  stream: MediaStream | null;
  isMirrored: boolean;
  onSeen: () => void;
}) {
  const t = useTexts('identity');
  const { video, stream } = props;
  // The dialog around it may come later than the camera.
  useEffect(() => {
    if (video.current !== null) video.current.srcObject = stream;
  }, [video, stream]);
  return (
    <video
      aria-label={t('camera.view')}
      autoPlay
      data-mirrored={props.isMirrored ? '' : undefined}
      muted
      onLoadedData={props.onSeen}
      playsInline
      ref={video}
    />
  );
}

/**
 * Turns the camera on while the dialog stands. `on`: there is a picture to take; `off`: there is no
 * camera, or it was not allowed.
 */
function useCamera(isSelfie: boolean) {
  const [stream, setStream] = useState<MediaStream | null>(null);
  const [state, setState] = useState<'waiting' | 'on' | 'off'>('waiting');
  useEffect(() => {
    let opened: MediaStream | null = null;
    let isOver = false;
    const stop = () => {
      for (const track of opened?.getTracks() ?? []) track.stop();
    };
    const start = async () => {
      const facingMode = isSelfie ? 'user' : 'environment';
      const size = { width: { ideal: SIDE_PX }, height: { ideal: SIDE_PX } };
      const wanted = { audio: false, video: { facingMode, ...size } };
      opened = await navigator.mediaDevices.getUserMedia(wanted);
      // The dialog was closed while the browser asked.
      if (isOver) return stop();
      setStream(opened);
    };
    start().catch(() => setState('off'));
    return () => {
      isOver = true;
      stop();
    };
  }, [isSelfie]);
  return { stream, state, markSeen: () => setState('on') };
}

/** One still of what the camera sees. */
function useStill(video: RefObject<HTMLVideoElement | null>) {
  const [still, setStill] = useState<Still | null>(null);
  useEffect(() => () => URL.revokeObjectURL(still?.address ?? ''), [still]);
  const take = () => {
    const { current } = video;
    if (current === null || current.videoWidth === 0) return;
    const { videoWidth: width, videoHeight: height } = current;
    const canvas = Object.assign(document.createElement('canvas'), { width, height });
    canvas.getContext('2d')?.drawImage(current, 0, 0);
    canvas.toBlob(
      (content) => {
        if (content === null) return;
        const file = new File([content], 'photo.jpg', { type: 'image/jpeg' });
        setStill({ file, address: URL.createObjectURL(file) });
      },
      'image/jpeg',
      QUALITY,
    );
  };
  return { still, take, again: () => setStill(null) };
}
