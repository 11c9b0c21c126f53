// SPDX-License-Identifier: Apache-2.0

extension TreePlan {
    /// A smaller plan that `fails` as well; what is taken away next would make it pass.
    func shrunk(while fails: (TreePlan) -> Bool) -> TreePlan {
        var smallest = self
        while let next = smallest.smaller.first(where: fails) { smallest = next }
        return smallest
    }

    /// Every plan with one thing less.
    private var smaller: [TreePlan] {
        var plans: [TreePlan] = []
        func without<Element>(_ list: WritableKeyPath<TreePlan, [Element]>) {
            for index in self[keyPath: list].indices {
                var plan = self
                plan[keyPath: list].remove(at: index)
                plans.append(plan)
            }
        }
        for index in modules.indices {
            without(\.modules[index].children)
            without(\.modules[index].registrations)
            without(\.modules[index].requirements)
            without(\.modules[index].mainActorRequirements)
            without(\.modules[index].inputRequirements)
            without(\.modules[index].providedInputs)
            without(\.modules[index].childInputs)
            for registration in modules[index].registrations.indices {
                without(\.modules[index].registrations[registration].edges)
            }
        }
        return plans
    }
}
