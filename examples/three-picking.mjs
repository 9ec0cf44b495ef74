// A small three.js scene without a picture: things move, and a pointer goes across the view from left to right.
import { Scene } from 'encounter';
import { Followers, pick, pointerFromEvent } from 'encounter/three';
import * as THREE from 'three';

const stage = new THREE.Scene();
const add = (name, geometry, x, y, z, parent = stage) => {
  const mesh = new THREE.Mesh(geometry);
  mesh.name = name;
  mesh.position.set(x, y, z);
  parent.add(mesh);
  return mesh;
};
add('floor', new THREE.PlaneGeometry(20, 20).rotateX(-Math.PI / 2), 0, 0, 0);
add('ball', new THREE.SphereGeometry(1), -3, 1, 0);
const knot = add('knot', new THREE.TorusKnotGeometry(0.7, 0.25), 3, 1.5, 0);
const platform = new THREE.Group();
platform.scale.set(2, 1, 1);
stage.add(platform);
add('crate', new THREE.BoxGeometry(1, 1, 1), 0, 0.5, 0, platform);

const camera = new THREE.PerspectiveCamera(45, 2, 0.1, 100);
camera.position.set(0, 2, 12);
camera.lookAt(0, 1, 0);

const followers = new Followers();
const world = new Scene().add(...followers.add(stage));

// What a browser would give: a canvas of 800 by 400 pixels.
const canvas = { getBoundingClientRect: () => ({ left: 0, top: 0, width: 800, height: 400 }) };
const sweep = () => {
  const seen = [];
  for (let x = 100; x <= 700; x += 10) {
    const hit = pick(world, camera, pointerFromEvent({ clientX: x, clientY: 200 }, canvas));
    const name = hit?.collider.data.object.name ?? 'nothing';
    if (seen.at(-1) !== name) seen.push(name);
  }
  return seen.join(', ');
};
console.log('at first:', sweep());

platform.position.y = 3; // the crate goes up, and the view is clear
knot.scale.set(1, 0.1, 1); // the knot is flattened
followers.update();
console.log('then:', sweep());

const hit = pick(world, camera, { x: 0, y: -0.5 });
console.log(`below: the ${hit.collider.data.object.name}, ${(12 - hit.point.z).toFixed(2)} in front of the camera`);
