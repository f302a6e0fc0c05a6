import type { SceneId } from '#contracts/scenes.ts'

/** Where light comes from, as the shadow that it casts on the ground. */
export interface Light {
  /** How far a thing's shadow falls to the right, heights of the thing. */
  x: number
  /** How far it falls towards the viewer, heights of the thing as the picture shows the ground. */
  y: number
  /** 0 for the sun in a clear sky, 1 for a room without direct light. */
  soft: number
}

/** What is known of a scene's ground; lengths are shares of the picture's sides. */
export interface SceneFacts {
  /** Height of the horizon. */
  horizon: number
  /** Height of the camera over the ground, m. */
  eye: number
  /** A free place to stand on. */
  foot: { x: number; y: number }
  light: Light
}

/** The built-in scenes, from the cameras and suns that they were rendered with. */
export const SCENE_FACTS: Record<SceneId, SceneFacts> = {
  living: { horizon: 0.43, eye: 1.25, foot: { x: 0.42, y: 0.93 }, light: { x: 0.6, y: 0.2, soft: 0.65 } },
  shop: { horizon: 0.5, eye: 1.35, foot: { x: 0.37, y: 0.95 }, light: { x: 0.6, y: 0.24, soft: 0.4 } },
  garden: { horizon: 0.5, eye: 1.5, foot: { x: 0.43, y: 0.93 }, light: { x: 0.95, y: 0.2, soft: 0.3 } },
  house: { horizon: 0.64, eye: 1.55, foot: { x: 0.48, y: 0.93 }, light: { x: -1.15, y: 0.16, soft: 0.3 } },
}
