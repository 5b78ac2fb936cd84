/** Plays two notes when all transfers have ended (R115). Silent if the browser blocks audio. */
export function playDone(): void {
  if (typeof AudioContext === 'undefined') return
  const audio = new AudioContext()
  const start = audio.currentTime + 0.02
  note(audio, 659.3, start)
  const last = note(audio, 880, start + 0.14)
  last.addEventListener('ended', () => void audio.close())
  if (audio.state === 'suspended') void audio.resume().catch(() => undefined)
}

/** Hertz and seconds. */
function note(audio: AudioContext, frequency: number, at: number): OscillatorNode {
  const tone = audio.createOscillator()
  const volume = audio.createGain()
  tone.frequency.value = frequency
  volume.gain.setValueAtTime(0, at)
  volume.gain.linearRampToValueAtTime(0.12, at + 0.02)
  volume.gain.exponentialRampToValueAtTime(0.001, at + 0.42)
  tone.connect(volume).connect(audio.destination)
  tone.start(at)
  tone.stop(at + 0.45)
  return tone
}
