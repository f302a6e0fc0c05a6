/** What ComfyUI 0.8 wants of a node class: inputs that must be there, and inputs that name a file of a folder. */
export interface NodeFacts {
  required: readonly string[]
  files?: Readonly<Record<string, string>>
}

/** The core nodes that graphs use, as ComfyUI 0.8.0 defines them. */
export const COMFY_NODES: Readonly<Record<string, NodeFacts>> = {
  CheckpointLoaderSimple: { required: ['ckpt_name'], files: { ckpt_name: 'checkpoints' } },
  UNETLoader: { required: ['unet_name', 'weight_dtype'], files: { unet_name: 'diffusion_models' } },
  CLIPLoader: { required: ['clip_name', 'type'], files: { clip_name: 'text_encoders' } },
  VAELoader: { required: ['vae_name'], files: { vae_name: 'vae' } },
  ControlNetLoader: { required: ['control_net_name'], files: { control_net_name: 'controlnet' } },
  UpscaleModelLoader: { required: ['model_name'], files: { model_name: 'upscale_models' } },
  LoadImage: { required: ['image'], files: { image: 'input' } },
  LoadImageMask: { required: ['image', 'channel'], files: { image: 'input' } },
  CLIPTextEncode: { required: ['text', 'clip'] },
  TextEncodeQwenImageEditPlus: { required: ['clip', 'prompt'] },
  Canny: { required: ['image', 'low_threshold', 'high_threshold'] },
  ControlNetApplyAdvanced: {
    required: ['positive', 'negative', 'control_net', 'image', 'strength', 'start_percent', 'end_percent'],
  },
  DifferentialDiffusion: { required: ['model'] },
  InpaintModelConditioning: {
    required: ['positive', 'negative', 'vae', 'pixels', 'mask', 'noise_mask'],
  },
  ModelSamplingAuraFlow: { required: ['model', 'shift'] },
  CFGNorm: { required: ['model', 'strength'] },
  EmptyLatentImage: { required: ['width', 'height', 'batch_size'] },
  EmptySD3LatentImage: { required: ['width', 'height', 'batch_size'] },
  VAEEncode: { required: ['pixels', 'vae'] },
  VAEDecode: { required: ['samples', 'vae'] },
  SetLatentNoiseMask: { required: ['samples', 'mask'] },
  KSampler: {
    required: [
      'model',
      'seed',
      'steps',
      'cfg',
      'sampler_name',
      'scheduler',
      'positive',
      'negative',
      'latent_image',
      'denoise',
    ],
  },
  ImageUpscaleWithModel: { required: ['upscale_model', 'image'] },
  PreviewImage: { required: ['images'] },
}
